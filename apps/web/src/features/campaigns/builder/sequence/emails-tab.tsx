import { sequenceLimits } from '@waggle/contracts/campaigns';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ClientField, type ClientChoice } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { useBuilder } from '../builder-context.ts';
import { DraftText } from '../content/draft-text.tsx';
import type { DraftKeeper } from '../draft-keeper.ts';
import { EmailRow } from './email-row.tsx';
import { useEmailList, useOpenEmail, useSubjects } from './use-sequence-emails.ts';
import { WaitField } from './wait-field.tsx';

type EmailsTabProps = { client: ClientChoice | undefined; keeper: DraftKeeper };

/** The name of a sequence, and its emails with the waits between them. */
export function EmailsTab({ client, keeper }: EmailsTabProps) {
  const { t } = useTranslation('campaign-builder');
  const { draft, readOnly } = useBuilder();
  const list = useEmailList();
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      {client?.needed && !readOnly && <ClientField choice={client} hint={t('content.clientHint')} />}
      <DraftText field="name" label={t('content.name')} maxLength={200} required />
      <section aria-labelledby="sequence-emails" className="flex flex-col">
        <h2 id="sequence-emails" className="mb-2.5 text-sm font-medium text-ink">
          {t('sequence.title')}
        </h2>
        <Emails list={list} keeper={keeper} isNamed={draft.name.trim() !== ''} />
        {!readOnly && (
          <div className="mt-4 flex flex-wrap items-center gap-3">
            <Button
              icon={Plus}
              disabledReason={list.emails.length >= sequenceLimits.most ? t('sequence.full') : undefined}
              onClick={list.add}
            >
              {t('sequence.add')}
            </Button>
            <p className="text-xs text-subtle">{t('sequence.hint')}</p>
          </div>
        )}
      </section>
    </div>
  );
}

type EmailsProps = { list: ReturnType<typeof useEmailList>; keeper: DraftKeeper; isNamed: boolean };

function Emails({ list, keeper, isNamed }: EmailsProps) {
  const { readOnly } = useBuilder();
  const subjects = useSubjects();
  const { open, opening } = useOpenEmail(keeper);
  const last = list.emails.length - 1;
  return (
    <ol className="flex flex-col">
      {list.emails.map(({ id, wait }, at) => (
        <li key={id}>
          {wait && <WaitField no={at + 1} wait={wait} onChange={(next) => list.wait(at, next)} />}
          <EmailRow
            no={at + 1}
            subject={subjects.get(id)}
            busy={opening === id}
            onUp={at > 0 ? () => list.move(at, at - 1) : undefined}
            onDown={at < last ? () => list.move(at, at + 1) : undefined}
            onRemove={last >= sequenceLimits.least ? () => list.remove(at) : undefined}
            onOpen={isNamed || readOnly ? () => void open(id) : undefined}
          />
        </li>
      ))}
    </ol>
  );
}
