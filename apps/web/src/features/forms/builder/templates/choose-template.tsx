import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientField, useClientChoice, useUser } from '#features/accounts/index.ts';
import type { Icon } from '#ui/icon.ts';
import { FilePlus2, History } from 'lucide-react';
import { readLocalCopy, writeLocalCopy } from '../draft/local-copy.ts';
import { emptyDraft, type FormDraft } from '../state/form-draft.ts';
import { draftOfTemplate } from './make-draft.ts';
import { templateIds, templates } from './templates.ts';
import { useTemplateWords } from './use-template-words.ts';

export type Chosen = { draft: FormDraft; owner: { clientId?: string | null } };

/** What a new form starts from, and whose it is where nobody knows yet. */
export function ChooseTemplate({ onChoose }: { onChoose: (chosen: Chosen) => void }) {
  const { t } = useTranslation('form-builder');
  const client = useClientChoice();
  const wordsOf = useTemplateWords();
  const userId = useUser().id;
  const [copy] = useState(() => readLocalCopy(userId, undefined));
  const choose = (make: () => FormDraft) => {
    if (!client.ask()) return;
    writeLocalCopy(userId, undefined, undefined);
    onChoose({ draft: make(), owner: client.body });
  };
  return (
    <div data-scroll className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-4xl flex-col gap-6 px-5 py-8">
        <div>
          <h3 className="text-lg font-semibold text-ink">{t('templates.title')}</h3>
          <p className="mt-1 text-sm text-muted">{t('templates.text')}</p>
        </div>
        {client.needed && (
          <div className="max-w-sm">
            <ClientField choice={client} />
          </div>
        )}
        <ul className="grid grid-cols-3 gap-3 max-lg:grid-cols-2 max-sm:grid-cols-1">
          {copy && (
            <Card
              icon={History}
              name={t('templates.unsaved.name', { name: copy.draft.name || t('templates.blank.name') })}
              text={t('templates.unsaved.text')}
              onClick={() => choose(() => copy.draft)}
            />
          )}
          <Card
            icon={FilePlus2}
            name={t('templates.blank.name')}
            text={t('templates.blank.text')}
            onClick={() => choose(() => ({ ...emptyDraft(), name: t('templates.blank.formName') }))}
          />
          {templateIds.map((id) => (
            <Card
              key={id}
              icon={templates[id].icon}
              name={t(`templates.${id}.name`)}
              text={t(`templates.${id}.text`)}
              onClick={() => choose(() => draftOfTemplate(id, wordsOf(id)))}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

type CardProps = { icon: Icon; name: string; text: string; onClick: () => void };

function Card({ icon: Icon, name, text, onClick }: CardProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        className="flex h-full w-full items-start gap-3 rounded-lg border border-line-strong bg-surface p-4 text-left shadow-xs hover:border-line-control hover:bg-row-hover"
      >
        <span className="grid size-9 shrink-0 place-items-center rounded-md bg-accent-soft-strong text-accent-text">
          <Icon aria-hidden className="size-4" />
        </span>
        <span>
          <span className="block text-sm font-semibold text-ink">{name}</span>
          <span className="mt-0.5 block text-xs leading-5 text-muted">{text}</span>
        </span>
      </button>
    </li>
  );
}
