import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offersPasskeys } from '#lib/offers-passkeys.ts';
import { Button } from '#ui/button.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { CodeForm } from './code-form.tsx';
import { readSecondFactors } from './passkey-entrance.ts';
import { PasskeyForm } from './passkey-form.tsx';

type Kind = 'app' | 'passkey' | 'recovery';

/** Never from a cache: the next person to sign in here may have other ways. */
const waysQuery = { queryKey: ['second-factors'], queryFn: readSecondFactors, gcTime: 0, retry: false } as const;

export function TwoFactorStep({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('accounts');
  const ways = useQuery(waysQuery);
  if (ways.isPending)
    return (
      <AuthFrame title={t('twoFactor.title.app')}>
        <SkeletonRows />
      </AuthFrame>
    );
  // Without an answer a code can be tried all the same, and says what is wrong.
  const { app, passkey } = ways.data ?? { app: true, passkey: null };
  const offered: Kind[] = [
    ...(app ? (['app'] as const) : []),
    ...(passkey && offersPasskeys() ? (['passkey'] as const) : []),
    'recovery',
  ];
  return <Ways offered={offered} onBack={onBack} />;
}

function Ways({ offered, onBack }: { offered: readonly Kind[]; onBack: () => void }) {
  const { t } = useTranslation('accounts');
  const [kind, setKind] = useState<Kind>(offered[0] ?? 'recovery');
  return (
    <AuthFrame title={t(`twoFactor.title.${kind}`)} subtitle={t(`twoFactor.subtitle.${kind}`)}>
      {kind === 'passkey' ? <PasskeyForm /> : <CodeForm key={kind} kind={kind} />}
      <div className="mt-6 flex flex-wrap gap-2">
        {offered
          .filter((other) => other !== kind)
          .map((other, at) => (
            <Button key={other} variant="ghost" className={at === 0 ? '-ml-3.5' : ''} onClick={() => setKind(other)}>
              {t(`twoFactor.use.${other}`)}
            </Button>
          ))}
        <Button variant="ghost" className={offered.length === 1 ? '-ml-3.5' : ''} onClick={onBack}>
          {t('twoFactor.back')}
        </Button>
      </div>
    </AuthFrame>
  );
}
