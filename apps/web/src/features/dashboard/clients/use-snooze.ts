import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AttentionKind, type ClientInControlRoom, snoozeClient, snoozeDays } from '@waggle/contracts/control-room';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/api.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { toast } from '#ui/toast-store.ts';
import { controlRoomKey } from './queries.ts';

const dayMs = 86_400_000;

/** Hides what a client needs attention for from oneself, and shows it again. */
export function useSnooze({ id, name, reasons }: ClientInControlRoom) {
  const { t } = useTranslation('control-room');
  const { monthDay } = useFormat();
  const queries = useQueryClient();
  const keep = useMutation({
    mutationFn: (left: AttentionKind[]) => call(snoozeClient, { params: { clientId: id }, body: { reasons: left } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: controlRoomKey }),
  });
  const onError = (error: Error) =>
    toast({ tone: 'error', title: t('list.snoozeFailed', { name }), description: problemText(error) });
  const showAgain = () =>
    runMutation(keep, [], { onSuccess: () => toast({ title: t('list.shownAgain', { name }) }), onError });
  const snooze = () => {
    const day = monthDay(new Date(Date.now() + snoozeDays * dayMs).toISOString());
    runMutation(keep, reasons, {
      onSuccess: () =>
        toast({
          title: t('list.snoozed', { name, day }),
          description: t('list.snoozedText'),
          action: { label: t('list.undo'), undo: true, onAction: showAgain },
        }),
      onError,
    });
  };
  return { snooze, showAgain };
}
