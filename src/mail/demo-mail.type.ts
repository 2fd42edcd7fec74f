import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../shared/scalars.type.js';

@ObjectType({ description: 'A file that goes with a mail.' })
export class MailAttachment {
  @Field(() => String, { description: 'Its name.' })
  filename!: string;

  @Field(() => String, { description: 'Its media type.' })
  contentType!: string;

  @Field(() => String, { description: 'Its bytes, in base64.' })
  contentBase64!: string;
}

@ObjectType({ description: 'A mail that the demo mailbox keeps instead of sending it.' })
export class DemoMail {
  @Field(() => ID, { description: 'Its Message-ID.' })
  id!: string;

  @Field(() => String, { description: 'To whom.' })
  recipient!: string;

  @Field(() => String, { description: 'About what.' })
  subject!: string;

  @Field(() => String, { description: 'The text.' })
  text!: string;

  @Field(() => [MailAttachment], { description: 'The files with it.' })
  attachments!: MailAttachment[];

  @Field(() => DateTime, { description: 'When it was sent.' })
  sentAt!: Date;
}
