import { Ctx, Query, Resolver } from 'type-graphql';
import { forbidden } from '../access/refusal.js';
import type { Context } from '../context.js';
import { DemoMail as StoredDemoMail } from './demo-mail.entity.js';
import { DemoMail } from './demo-mail.type.js';

const MOST_SHOWN = 50;

@Resolver()
export class DemoMailResolver {
  @Query(() => [DemoMail], { description: 'What is in the demo mailbox, the newest first, at most 50. Open to everybody, where the demo mailbox is in use.' })
  async demoMails(@Ctx() { em, mailer }: Context) {
    if (mailer.kind !== 'demo') throw forbidden('The demo mailbox is not in use here.');
    return em.find(StoredDemoMail, {}, { orderBy: { sentAt: 'desc', id: 'desc' }, limit: MOST_SHOWN });
  }
}
