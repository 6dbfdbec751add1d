import { useMutation, useQuery } from '@tanstack/react-query';
import {
  countContacts,
  exportContacts,
  exportFields,
  summarizeContacts,
  type ContactFilter,
  type ExportField,
} from '@waggle/contracts/contacts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOfCall, call } from '#lib/api.ts';
import { saveAddress } from '#ui/save-file.ts';
import { toast } from '#ui/toast-store.ts';
import { contactFieldsQuery } from '../fields/queries.ts';
import { exportQueryOf, fileNameOn, filterInAddress, obstacleOf, scopesOf, type ExportScope } from './export-plan.ts';

export type ExportDialogProps = {
  onClose: () => void;
  selection: readonly string[] | null;
  filter: ContactFilter;
  /** How many the list shows under its filter. */
  total: number;
};

const firstFields: readonly ExportField[] = exportFields.slice(0, 4);

export type ExportForm = ReturnType<typeof useExportForm>;

export function useExportForm({ onClose, selection, filter, total }: ExportDialogProps) {
  const { t } = useTranslation('contacts-import');
  const scopes = scopesOf(selection, filter);
  const [scope, setScope] = useState<ExportScope>(scopes[0] ?? 'all');
  const [fields, setFields] = useState(firstFields);
  const [custom, setCustom] = useState<readonly string[]>([]);
  const customFields = useQuery(contactFieldsQuery).data?.items ?? [];
  const everybody = useQuery({
    queryKey: ['contacts', 'summary'],
    queryFn: ({ signal }) => call(summarizeContacts, {}, signal),
  }).data?.total;
  const counts = {
    selected: selection?.length ?? 0,
    filtered: total,
    all: scopes.includes('filtered') ? everybody : total,
  };
  const [name] = useState(() => fileNameOn(new Date()));

  const start = useMutation({
    // A download cannot say that it failed, so a small call asks first: session, network and filter.
    mutationFn: async () => {
      if (scope === 'filtered') await call(countContacts, { query: filterInAddress(filter) });
      else await call(summarizeContacts);
    },
    onSuccess: () => {
      const query = exportQueryOf({ scope, selection, filter, fields, custom });
      saveAddress(addressOfCall(exportContacts, { query }), name);
      onClose();
      toast({ title: t('export.started'), description: t('export.startedText', { name }) });
    },
  });
  const obstacle = obstacleOf(counts[scope], fields);
  return { scopes, scope, setScope, counts, fields, setFields, custom, setCustom, customFields, name, start, obstacle };
}
