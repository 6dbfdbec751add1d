import { Columns2, PenLine, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Field } from '#ui/field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { useBuilder } from '../builder-context.ts';
import { noText } from '../draft.ts';
import { usePreview } from '../preview/use-preview.ts';
import { CompareTexts } from './compare-texts.tsx';
import { OwnText } from './own-text.tsx';

/** What readers without HTML get: generated from the email until somebody writes it, and from then on theirs alone. */
export function PlainText() {
  const { t } = useTranslation('campaign-builder');
  const { campaign, draft, readOnly } = useBuilder();
  const { generated, error, retry } = usePreview(null);
  const { tryAgain } = useUiText();
  const [isWriting, setWriting] = useState(false);
  if (isWriting || draft.content.text.trim() !== '')
    return <Own generated={generated} onGenerate={() => setWriting(false)} />;
  if (!campaign) return <Alert tone="info">{t('modes.saveFirst')}</Alert>;
  if (error)
    return (
      <Alert tone="danger" action={<Button onClick={retry}>{tryAgain}</Button>}>
        {problemText(error)}
      </Alert>
    );
  if (!generated) return <Skeleton shape="block" width="100%" height={288} />;
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('content.text')} hint={t('plainText.generatedHint')}>
        {(control) => <Textarea {...control} mono rows={16} readOnly value={generated.text} />}
      </Field>
      {!readOnly && <Begin generated={generated} onBegin={() => setWriting(true)} />}
    </div>
  );
}

type TextChange = { text?: string; textBasis: string | null };
type Generated = { text: string; basis: string };

function useOwn() {
  const { draft, change } = useBuilder();
  return (part: TextChange) => change({ content: { ...draft.content, ...part } });
}

function Begin({ generated: { text, basis }, onBegin }: { generated: Generated; onBegin: () => void }) {
  const { t } = useTranslation('campaign-builder');
  const keep = useOwn();
  const begin = () => {
    keep({ text, textBasis: basis });
    onBegin();
  };
  return (
    <Button icon={PenLine} className="self-start" onClick={begin}>
      {t('plainText.edit')}
    </Button>
  );
}

function Own({ generated, onGenerate }: { generated: Generated | undefined; onGenerate: () => void }) {
  const { t } = useTranslation('campaign-builder');
  const { draft, readOnly } = useBuilder();
  const { text, textBasis } = draft.content;
  const keep = useOwn();
  const [asked, setAsked] = useState(false);
  const [compared, setCompared] = useState(false);
  const isOlder = generated !== undefined && textBasis !== null && textBasis !== generated.basis;
  return (
    <div className="flex flex-col gap-3">
      {isOlder && !readOnly && (
        <Alert
          tone="warning"
          title={t('plainText.changed')}
          action={
            <Button size="sm" onClick={() => keep({ textBasis: generated.basis })}>
              {t('plainText.keep')}
            </Button>
          }
        >
          {t('plainText.changedText')}
        </Alert>
      )}
      <OwnText value={text} readOnly={readOnly} onChange={(next) => keep({ text: next, textBasis })} />
      <div className="flex flex-wrap gap-2">
        {generated && (
          <Button icon={Columns2} aria-pressed={compared} onClick={() => setCompared(!compared)}>
            {t(compared ? 'plainText.hideCompare' : 'plainText.compare')}
          </Button>
        )}
        {!readOnly && (
          <Button icon={RotateCcw} onClick={() => setAsked(true)}>
            {t('plainText.generate')}
          </Button>
        )}
      </div>
      {compared && generated && <CompareTexts mine={text} generated={generated.text} />}
      <Confirm
        open={asked}
        onOpenChange={setAsked}
        title={t('plainText.generateTitle')}
        confirmLabel={t('plainText.generate')}
        onConfirm={() => {
          keep(noText);
          setAsked(false);
          onGenerate();
        }}
      >
        {t('plainText.generateText')}
      </Confirm>
    </div>
  );
}
