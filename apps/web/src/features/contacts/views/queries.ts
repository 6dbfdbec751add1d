import { queryOptions } from '@tanstack/react-query';
import * as views from '@waggle/contracts/contact-views';
import type { CallInput } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';
import { contactKeys } from '../keys.ts';
import { useChange } from '../queries.ts';

type Change = { viewId: string } & CallInput<typeof views.updateContactView>['body'];

export const viewsQuery = queryOptions({
  queryKey: contactKeys.views,
  queryFn: ({ signal }) => call(views.listContactViews, {}, signal),
  select: ({ items }) => items,
});

export const useCreateView = () =>
  useChange(
    (body: CallInput<typeof views.createContactView>['body']) => call(views.createContactView, { body }),
    [contactKeys.views],
  );

export const useUpdateView = () =>
  useChange(
    ({ viewId, ...body }: Change) => call(views.updateContactView, { params: { viewId }, body }),
    [contactKeys.views],
  );

export const useDeleteView = () =>
  useChange((viewId: string) => call(views.deleteContactView, { params: { viewId } }), [contactKeys.views]);
