import { FormDefinition, formLimits } from '@waggle/contracts/form-definition';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { PanelSection } from './panel-section.tsx';
import type { PanelProps } from './panel.ts';

const { allowedOrigins: Origins } = FormDefinition.shape;

/** Which sites may show the form in a frame. */
export function SitesPanel({ definition: { allowedOrigins }, change, readOnly }: PanelProps) {
  const { t } = useTranslation('form-builder');
  const remove = (origin: string) => change({ allowedOrigins: allowedOrigins.filter((one) => one !== origin) });
  return (
    <PanelSection
      title={t('settings.sites')}
      description={t(allowedOrigins.length === 0 ? 'settings.sitesAll' : 'settings.sitesSome')}
    >
      {allowedOrigins.length > 0 && (
        <ul className="flex flex-col gap-1">
          {allowedOrigins.map((origin) => (
            <li key={origin} className="flex min-h-8 items-center gap-2 rounded-md bg-fill pl-2.5 text-sm text-ink">
              <span className="min-w-0 flex-1 truncate">{origin}</span>
              {!readOnly && (
                <IconButton
                  size="sm"
                  icon={X}
                  label={t('settings.removeSite', { site: origin })}
                  onClick={() => remove(origin)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && allowedOrigins.length < formLimits.origins && (
        <AddSite
          onAdd={(origin) =>
            !allowedOrigins.includes(origin) && change({ allowedOrigins: [...allowedOrigins, origin] })
          }
        />
      )}
    </PanelSection>
  );
}

function AddSite({ onAdd }: { onAdd: (origin: string) => void }) {
  const { t } = useTranslation('form-builder');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const add = () => {
    if (typed.trim() === '') return;
    const read = Origins.safeParse([typed]);
    setError(read.error?.issues[0]?.message);
    if (!read.data?.[0]) return;
    onAdd(read.data[0]);
    setTyped('');
  };
  return (
    <div className="flex items-end gap-2">
      <Field label={t('settings.site')} error={error && translateSentence(error)} className="flex-1">
        {(control) => (
          <TextInput
            {...control}
            inputMode="url"
            placeholder="https://example.com"
            value={typed}
            maxLength={300}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && (event.preventDefault(), add())}
          />
        )}
      </Field>
      <Button icon={Plus} onClick={add} className={error ? 'mb-6' : undefined}>
        {t('settings.addSite')}
      </Button>
    </div>
  );
}
