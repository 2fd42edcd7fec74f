import { Form, Page, Radios, type FieldError } from './layout.js';
import { TEXTS } from './texts.js';

export interface DemoProviderProps {
  readonly account: { readonly id: string; readonly sellerName: string; readonly outcome: string };
  /** Where Courtside waits, a path of this site. */
  readonly returnTo: string;
  readonly errors?: readonly FieldError[];
}

/** Stands for a payment provider's own pages: one chooses what it says. */
export function DemoProviderPage({ account, returnTo, errors = [] }: DemoProviderProps) {
  const { demoProvider } = TEXTS;
  const choices = (['ACCEPTED', 'INFORMATION_NEEDED', 'REFUSED', 'PENDING'] as const).map((value) => ({ value, label: demoProvider.choices[value] }));
  return (
    <Page title={demoProvider.title} errors={errors}>
      <Form action={`/demo-provider/accounts/${account.id}`} token="">
        <input type="hidden" name="return" value={returnTo} />
        <Radios name="outcome" question={demoProvider.lead(account.sellerName)} choices={choices} error={errors[0]?.message} />
        <button type="submit">{demoProvider.button}</button>
      </Form>
    </Page>
  );
}
