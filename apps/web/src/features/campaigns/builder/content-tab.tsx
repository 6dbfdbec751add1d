import { useTranslation } from 'react-i18next';
import { ClientField, type ClientChoice } from '#features/accounts/index.ts';
import { useBuilder } from './builder-context.ts';
import { DraftText } from './draft-text.tsx';
import { HtmlContent } from './html-content.tsx';

/** Characters of a subject that phones show; longer ones are allowed. */
const shownOnPhones = 60;

export function ContentTab({ client }: { client: ClientChoice | undefined }) {
  const { t } = useTranslation('campaign-builder');
  const { draft, readOnly } = useBuilder();
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-4 md:grid-cols-2">
        {client?.needed && !readOnly && <ClientField choice={client} hint={t('content.clientHint')} />}
        <DraftText field="name" label={t('content.name')} maxLength={200} required />
        <DraftText
          field="subject"
          label={t('content.subject')}
          maxLength={500}
          required
          aside={
            <span className="tabular-nums">
              {draft.subject.length} / {shownOnPhones}
            </span>
          }
        />
        <DraftText
          field="previewText"
          label={t('content.previewText')}
          maxLength={200}
          hint={t('content.previewTextHint')}
        />
      </div>
      <HtmlContent />
    </div>
  );
}
