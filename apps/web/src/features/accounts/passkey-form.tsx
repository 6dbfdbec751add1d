import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { useArrive, useAuthNotices } from './auth-notices.ts';
import { welcome } from './entrance.ts';
import { passByPasskey } from './passkey-entrance.ts';

/** The second step by a passkey. Browsers want a press of the person before they ask for one. */
export function PasskeyForm() {
  const { t } = useTranslation('accounts');
  const client = useQueryClient();
  const notices = useAuthNotices();
  const arrive = useArrive();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const pass = useMutation({
    mutationFn: passByPasskey,
    onSuccess: async (user) => {
      await welcome(client, user);
      arrive();
      notices.welcomeBack();
    },
    onError: (error) => notices.failed(error),
  });
  return (
    <div className="flex flex-col gap-4">
      <Button
        ref={button}
        variant="primary"
        size="lg"
        block
        icon={KeyRound}
        busy={pass.isPending}
        onClick={() => {
          notices.clear();
          pass.mutate();
        }}
      >
        {t('twoFactor.use.passkey')}
      </Button>
    </div>
  );
}
