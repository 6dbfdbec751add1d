import { useQuery } from '@tanstack/react-query';
import { mostPasskeys } from '@waggle/contracts/passkeys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offersPasskeys } from '#lib/offers-passkeys.ts';
import { pageSays } from '#lib/page-words.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { passkeysQuery } from './queries.ts';

export function Passkeys() {
  const { t } = useTranslation('settings');
  const passkeys = useQuery(passkeysQuery);
  const items = passkeys.data?.items ?? [];
  return (
    <Card
      title={t('passkeys.title')}
      description={t('passkeys.text')}
      aside={passkeys.data && <AddPasskey isFull={items.length >= mostPasskeys} />}
      flush
    >
      {passkeys.isPending && <SkeletonRows className="px-4.5" />}
      {passkeys.isError && (
        <LoadError
          title={t('passkeys.failed')}
          message={problemText(passkeys.error)}
          retry={() => void passkeys.refetch()}
        />
      )}
      {passkeys.data && items.length === 0 && (
        <p className="border-t border-line px-4.5 py-3.5 text-sm text-muted">
          {t(offersPasskeys() ? 'passkeys.empty' : unavailable())}
        </p>
      )}
      {items.length > 0 && (
        <ul>
          {items.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const unavailable = () => (pageSays('own-host') ? 'passkeys.unavailableHere' : 'passkeys.unavailable');

function AddPasskey({ isFull }: { isFull: boolean }) {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState(false);
  if (!offersPasskeys()) return null;
  return (
    <>
      <Button
        size="sm"
        disabledReason={isFull ? t('passkeys.full', { most: mostPasskeys }) : undefined}
        onClick={() => setOpen(true)}
      >
        {t('passkeys.add')}
      </Button>
      {open && <AddPasskeyDialog onClose={() => setOpen(false)} />}
    </>
  );
}
