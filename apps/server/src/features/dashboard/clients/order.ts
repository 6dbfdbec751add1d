import { attentionKinds, type AttentionKind, type listClientFigures } from '@waggle/contracts/control-room';
import type { ServedInput } from '@waggle/contracts/endpoint';
import type { Place } from '#platform/keyset.ts';
import type { ClientFigures } from './figures.ts';

type Sort = ServedInput<typeof listClientFigures>['query']['sort'];
type Row = { client: { name: string }; figures: ClientFigures; reasons: readonly AttentionKind[] };

type Order = { placeOf: (row: Row) => Place; descending: boolean };

/** Worst reason first, then the largest. */
const byAttention = ({ client, figures, reasons }: Row): Place => [
  reasons[0] === undefined ? attentionKinds.length : attentionKinds.indexOf(reasons[0]),
  -figures.contacts,
  client.name,
];

const figure = {
  contacts: ({ contacts }: ClientFigures) => contacts,
  growth: ({ growth }: ClientFigures) => growth,
  lastSent: ({ lastSentAt }: ClientFigures) => lastSentAt?.getTime() ?? null,
  revenue: ({ revenue }: ClientFigures) => revenue,
};

/** What is not known stands at the end of either direction. */
export function orderOf(sort: Sort): Order {
  const descending = sort.startsWith('-');
  const by = (descending ? sort.slice(1) : sort) as 'attention' | 'name' | keyof typeof figure;
  if (by === 'attention') return { placeOf: byAttention, descending: false };
  if (by === 'name') return { placeOf: ({ client }) => [client.name], descending };
  const sign = descending ? -1 : 1;
  const placeOf = ({ client, figures }: Row): Place => {
    const value = figure[by](figures);
    return [value === null ? 1 : 0, sign * (value ?? 0), client.name];
  };
  return { placeOf, descending: false };
}
