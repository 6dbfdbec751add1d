import type Stripe from 'stripe';
import type { Account } from './account.ts';
import { assertExpandable, expanded } from './expand.ts';
import type { Hash } from './form-body.ts';
import { checkParams, type Rules } from './params.ts';

type Declaration<P> = {
  /** Such as `GET /v1/customers/:id`. */
  at: `${'GET' | 'POST' | 'DELETE'} /v1/${string}`;
  /** What it answers with; of a list, what is in it. */
  answers: string;
  rules: Rules<P>;
  required?: readonly (keyof P & string)[];
  run: (account: Account, params: P, id: string) => object;
};

export type Endpoint = {
  at: string;
  method: string;
  path: RegExp;
  required: readonly string[];
  /** Refuses wrong parameters, before anything is done or remembered. */
  prepare(input: Hash): (account: Account, id: string) => object;
};

export function endpoint<P>({ at, answers, rules, required = [], run }: Declaration<P>): Endpoint {
  const [method = '', path = ''] = at.split(' ');
  const isList = method === 'GET' && !path.includes(':id');
  return {
    at,
    method,
    path: new RegExp(`^${path.replace(':id', '([^/]+)')}$`),
    required,
    prepare(input) {
      const params = checkParams<P>(input, rules, required);
      const { expand = [] } = params as { expand?: string[] };
      assertExpandable(answers, expand, isList);
      return (account, id) => expanded(account, run(account, params, id), expand);
    },
  };
}

/** What every list takes. */
export const paging = {
  limit: 'integer',
  starting_after: 'text',
  ending_before: 'text',
} as const satisfies Rules<Stripe.PaginationParams>;
export const expand = { expand: { each: 'text' } } as const satisfies Rules<Stripe.PriceRetrieveParams>;
