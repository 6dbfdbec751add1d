import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientField, type ClientChoice } from '#features/accounts/index.ts';
import { cx } from '#ui/class-names.ts';
import { useBuilder } from '../builder-context.ts';
import { DraftText } from './draft-text.tsx';
import { HtmlContent } from './html-content.tsx';
import { LineText } from './line-text.tsx';
import { type ContentView, ModeChoice } from './mode-choice.tsx';
import { PlainText } from './plain-text.tsx';
import { StartChoice } from './start-choice.tsx';
import { TemplateChoice } from './template-choice.tsx';

const BlockContent = lazy(async () => ({ default: (await import('./block-content.tsx')).BlockContent }));

/** Characters of a subject that phones show; longer ones are allowed. */
const shownOnPhones = 60;

export function ContentTab({ client }: { client: ClientChoice | undefined }) {
  const { draft, readOnly } = useBuilder();
  const [view, setView] = useState<ContentView>('email');
  const { html, document } = draft.content;
  const isEmpty = html === '' && document === null;
  const modes = <ModeChoice view={view} onView={setView} />;
  const text = view === 'text' && !isEmpty && <PlainText />;
  if (document)
    return (
      <Suspense fallback={null}>
        <BlockContent aside={<Envelope client={client} />} modes={modes} instead={text} />
      </Suspense>
    );
  return (
    <div className="flex flex-col gap-5">
      <Envelope client={client} className="grid gap-4 md:grid-cols-2" />
      {!isEmpty && <div className="-mb-2">{modes}</div>}
      {isEmpty && !readOnly && <StartChoice />}
      {text}
      <div hidden={text !== false}>
        <HtmlContent />
      </div>
    </div>
  );
}

/** What people see before they open it. */
function Envelope({ client, className }: { client: ClientChoice | undefined; className?: string }): ReactNode {
  const { t } = useTranslation('campaign-builder');
  const { draft, readOnly, campaign } = useBuilder();
  return (
    <div className={cx(className ?? 'flex flex-col gap-4')}>
      {client?.needed && !readOnly && <ClientField choice={client} hint={t('content.clientHint')} />}
      {/* An email of a sequence is called by its place in it. */}
      {!campaign?.sequenceId && <DraftText field="name" label={t('content.name')} maxLength={200} required />}
      <LineText
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
      <LineText
        field="previewText"
        label={t('content.previewText')}
        maxLength={200}
        hint={t('content.previewTextHint')}
      />
      {!readOnly && <TemplateChoice />}
    </div>
  );
}
