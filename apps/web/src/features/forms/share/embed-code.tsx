import { Info } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { EmbedPreview } from './embed-preview.tsx';
import { Snippet } from './snippet.tsx';
import * as snippets from './snippets.ts';

/** The same in every language. */
const names = { react: 'React', wordPress: 'WordPress', iframe: 'Iframe', script: 'JavaScript' } as const;

const modes = ['inline', 'popup', 'slide-in'] as const satisfies snippets.EmbedMode[];
const places = ['html', 'react', 'wordpress'] as const;
const opens = ['delay:5', 'delay:30', 'scroll:50', 'exit', 'click'] as const satisfies snippets.OpenOn[];
const agains = ['0', '1', '7', '30', 'once'] as const satisfies snippets.OpenAgain[];

const modeText = { inline: 'embed.inline', popup: 'embed.popup', 'slide-in': 'embed.slideIn' } as const;
const openText = {
  'delay:5': 'embed.on.delay5',
  'delay:30': 'embed.on.delay30',
  'scroll:50': 'embed.on.scroll',
  exit: 'embed.on.exit',
  click: 'embed.on.click',
} as const;
const againText = {
  '0': 'embed.again.always',
  '1': 'embed.again.day',
  '7': 'embed.again.week',
  '30': 'embed.again.month',
  once: 'embed.again.once',
} as const;

export function EmbedCode({ shared }: { shared: snippets.Shared }) {
  const { t } = useTranslation('form-share');
  const [choice, setChoice] = useState<snippets.EmbedChoice>({ mode: 'inline', on: 'delay:5', again: '7' });
  const [place, setPlace] = useState<(typeof places)[number]>('html');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_17.5rem] gap-6 max-md:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-5">
        <div className="flex flex-wrap gap-3">
          <SegmentedControl
            label={t('embed.mode')}
            value={choice.mode}
            onValueChange={(mode) => setChoice({ ...choice, mode })}
            options={modes.map((value) => ({ value, label: t(modeText[value]) }))}
          />
          <SegmentedControl
            label={t('embed.place')}
            value={place}
            onValueChange={setPlace}
            options={[
              { value: 'html', label: 'HTML' },
              { value: 'react', label: names.react },
              { value: 'wordpress', label: names.wordPress },
            ]}
          />
        </div>
        {choice.mode !== 'inline' && <OpeningRules choice={choice} onChoice={setChoice} />}
        <Codes shared={shared} choice={choice} place={place} />
        <p className="flex gap-2 text-sm text-muted">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-subtle" />
          <span>
            {t(tipOf(choice.mode, place))} {t('embed.live')}
          </span>
        </p>
      </div>
      <EmbedPreview formId={shared.formId} mode={choice.mode} />
    </div>
  );
}

function tipOf(mode: snippets.EmbedMode, place: (typeof places)[number]) {
  if (place === 'react') return 'embed.tip.react';
  if (place === 'wordpress') return 'embed.tip.wordpress';
  return mode === 'inline' ? 'embed.tip.inline' : 'embed.tip.over';
}

type OpeningRulesProps = { choice: snippets.EmbedChoice; onChoice: (choice: snippets.EmbedChoice) => void };

function OpeningRules({ choice, onChoice }: OpeningRulesProps) {
  const { t } = useTranslation('form-share');
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      <Field label={t('embed.opens')}>
        {(control) => (
          <Select
            {...control}
            value={choice.on}
            onValueChange={(on) => onChoice({ ...choice, on: on as snippets.OpenOn })}
            options={opens.map((value) => ({ value, label: t(openText[value]) }))}
          />
        )}
      </Field>
      {choice.on !== 'click' && (
        <Field label={t('embed.repeats')}>
          {(control) => (
            <Select
              {...control}
              value={choice.again}
              onValueChange={(again) => onChoice({ ...choice, again: again as snippets.OpenAgain })}
              options={agains.map((value) => ({ value, label: t(againText[value]) }))}
            />
          )}
        </Field>
      )}
    </div>
  );
}

type CodesProps = { shared: snippets.Shared; choice: snippets.EmbedChoice; place: (typeof places)[number] };

function Codes({ shared, choice, place }: CodesProps) {
  const { t } = useTranslation('form-share');
  if (place === 'react')
    return <Snippet label={names.react} what={t('embed.reactWhat')} code={snippets.reactSnippet(shared, choice)} />;
  if (place === 'wordpress')
    return (
      <Snippet
        label={names.wordPress}
        what={t('embed.wordpressWhat')}
        code={snippets.wordPressSnippet(shared, choice)}
      />
    );
  return (
    <>
      {choice.mode === 'inline' && (
        <Snippet label={names.iframe} what={t('embed.iframeWhat')} code={snippets.iframeSnippet(shared)} />
      )}
      <Snippet label={names.script} what={t('embed.scriptWhat')} code={snippets.scriptSnippet(shared, choice)} />
    </>
  );
}
