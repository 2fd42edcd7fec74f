import type { TestGateway } from './gateway.js';
import { callGraphql } from './graphql.js';

/** What a page sends along for the checkout of this token. */
export function checkoutHeader(token: string): { authorization: string } {
  return { authorization: `Checkout ${token}` };
}

/** Starts a checkout through the schema and goes on in it; each step gives where the checkout is then, or the name of an error. */
export async function startCheckout({ graphqlUrl }: Pick<TestGateway, 'graphqlUrl'>, target: { readonly secret: string } | { readonly item: { readonly type: string; readonly identifier: string } }, apiKey: string | null = null) {
  const document = 'mutation ($input: StartCheckoutInput!) { startCheckout(input: $input) { __typename ... on StartCheckoutPayload { token } } }';
  const { data, errors } = await callGraphql(graphqlUrl, document, { input: 'secret' in target ? { secret: target.secret } : { item: target.item } }, apiKey);
  const token: unknown = data?.startCheckout?.token;
  if (typeof token !== 'string') throw new Error(`no checkout was started: ${JSON.stringify({ data, errors })}`);
  const act = async (field: string, input?: object): Promise<string> => {
    const Name = `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`;
    const [takes, given] = input ? [`($input: ${Name}Input!)`, '(input: $input)'] : ['', ''];
    const answer = await callGraphql(graphqlUrl, `mutation ${takes} { ${field}${given} { __typename ... on ${Name}Payload { checkout { step } } } }`, input && { input }, null, checkoutHeader(token));
    const result = answer.data?.[field];
    return result?.checkout?.step ?? result?.__typename ?? String(answer.errors?.[0]?.extensions['code']);
  };
  return {
    token,
    submitDetails: (customer?: object) => act('submitDetails', { ...(customer && { customer }) }),
    confirmAge: (is13OrOver = true) => act('confirmAge', { is13OrOver }),
    book: () => act('bookCheckout'),
  };
}
