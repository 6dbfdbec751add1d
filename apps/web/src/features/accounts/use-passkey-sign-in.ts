import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@waggle/contracts/accounts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useArrive, useAuthNotices } from './auth-notices.ts';
import { welcome } from './entrance.ts';

/** Loaded when the page is there: nobody waits for it to type a password. */
const entrance = () => import('./passkey-entrance.ts');

/** Two ways in: a button, and the browser's own suggestions under the email field. For browsers that offer passkeys. */
export function usePasskeySignIn(rememberMe: () => boolean) {
  const client = useQueryClient();
  const notices = useAuthNotices();
  const arrive = useArrive();
  const [busy, setBusy] = useState(false);
  const suggesting = useRef<AbortController>(undefined);

  const comeIn = async (user: User | undefined) => {
    if (!user) return;
    await welcome(client, user);
    arrive();
    notices.welcomeBack();
  };
  const suggest = async () => {
    const stop = new AbortController();
    suggesting.current = stop;
    const { awaitSuggestion } = await entrance();
    const fail = (error: unknown) => stop.signal.aborted || notices.failed(error);
    await awaitSuggestion(rememberMe, stop.signal).then(comeIn).catch(fail);
  };
  const begin = useEffectEvent(() => void suggest());
  useEffect(() => {
    begin();
    return () => suggesting.current?.abort();
  }, []);

  const onClick = async () => {
    notices.clear();
    setBusy(true);
    // A browser answers one request at a time.
    suggesting.current?.abort();
    try {
      const { signInByPasskey } = await entrance();
      await comeIn(await signInByPasskey(rememberMe()));
    } catch (error) {
      notices.failed(error);
      setBusy(false);
      void suggest();
    }
  };
  return { busy, onClick: () => void onClick() };
}
