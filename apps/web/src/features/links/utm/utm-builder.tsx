import { publicAddress, withScheme } from '@waggle/contracts/web-address';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Fold } from '../fold.tsx';
import { readUtm, type UtmKey, utmKeys, writeUtm } from './utm.ts';

type UtmBuilderProps = { address: string; onAddress: (address: string) => void };

/** Longer values are cut off by analytics tools. */
const longest = 100;

/** Campaign parameters of an address. The address is the truth: what is typed there shows here, and the other way round. */
export function UtmBuilder({ address, onAddress }: UtmBuilderProps) {
  const { t } = useTranslation('links');
  // Kept as typed: the address has no room for a blank at the end of a word that goes on.
  const [typed, setTyped] = useState(() => readUtm(address));
  const [written, setWritten] = useState(address);
  if (address !== written) {
    setWritten(address);
    setTyped(readUtm(address));
  }
  const change = (key: UtmKey, value: string) => {
    const next = { ...typed, [key]: value };
    const tagged = writeUtm(address.trim(), next);
    setTyped(next);
    setWritten(tagged);
    onAddress(tagged);
  };
  const target = publicAddress(withScheme(address.trim()));
  return (
    <Fold label={t('utm.title')} open={utmKeys.some((key) => typed[key] !== '')}>
      {target === null ? (
        <p className="text-sm text-muted">{t('utm.first')}</p>
      ) : (
        <>
          <p className="-mt-2 text-xs text-subtle">{t('utm.text')}</p>
          <div className="grid gap-3 sm:grid-cols-2">
            {utmKeys.map((key) => (
              <Field key={key} label={t(`utm.${key}`)}>
                {(control) => (
                  <TextInput
                    {...control}
                    value={typed[key]}
                    maxLength={longest}
                    autoComplete="off"
                    autoCapitalize="off"
                    spellCheck={false}
                    placeholder={t(`utm.examples.${key}`)}
                    onChange={(event) => change(key, event.currentTarget.value)}
                  />
                )}
              </Field>
            ))}
          </div>
          <div>
            <p aria-hidden className="text-xs text-muted">
              {t('utm.preview')}
            </p>
            <output aria-label={t('utm.preview')} className="mt-0.5 block text-sm wrap-anywhere text-ink">
              {target}
            </output>
          </div>
        </>
      )}
    </Fold>
  );
}
