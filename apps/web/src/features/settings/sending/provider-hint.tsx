import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#ui/button-class.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { type DnsProvider, dnsProviders, providerPages } from './dns-providers.ts';

const other = 'other';

/** How the fields are filled in at the usual DNS providers. */
export function ProviderHint() {
  const { t } = useTranslation('set-up');
  const [chosen, setChosen] = useState<DnsProvider | typeof other>();
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line bg-sunken px-3 py-2.5">
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t('provider.label')} className="min-w-0 flex-1 basis-52">
          {(control) => (
            <Select
              {...control}
              value={chosen}
              onValueChange={(value) => setChosen(value as DnsProvider | typeof other)}
              placeholder={t('provider.choose')}
              options={[
                ...dnsProviders.map((provider) => ({ value: provider, label: providerPages[provider].name })),
                { value: other, label: t('provider.other') },
              ]}
            />
          )}
        </Field>
        {chosen && chosen !== other && (
          <a href={providerPages[chosen].url} target="_blank" rel="noreferrer" className={buttonClass({ size: 'md' })}>
            {t('provider.open')}
            <ExternalLink aria-hidden className="size-4" />
          </a>
        )}
      </div>
      {chosen && (
        <p role="status" className="text-xs text-muted">
          {t(`provider.hints.${chosen}`)}
        </p>
      )}
    </div>
  );
}
