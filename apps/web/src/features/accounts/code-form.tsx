import { passTwoFactor } from '@waggle/contracts/accounts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useArrive, useAuthNotices } from './auth-notices.ts';
import { usePassTwoFactor } from './entrance.ts';

type Kind = 'app' | 'recovery';

function useCodeForm(kind: Kind) {
  const form = useContractForm(passTwoFactor.body, { defaultValues: { code: '', kind } });
  const pass = usePassTwoFactor();
  const notices = useAuthNotices();
  const arrive = useArrive();
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  const onSubmit = form.submit(async (typed) => {
    notices.clear();
    await pass.mutateAsync(typed).catch((error: unknown) => {
      throw notices.failed(error);
    });
    arrive();
    notices.welcomeBack();
  });
  return { form, onSubmit };
}

export function CodeForm({ kind }: { kind: Kind }) {
  const { t } = useTranslation('accounts');
  const { form, onSubmit } = useCodeForm(kind);
  const numeric = kind === 'app' ? ({ inputMode: 'numeric', maxLength: 6 } as const) : {};
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t(`twoFactor.label.${kind}`)} error={form.errorOf('code')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('code')}
            {...numeric}
            size="lg"
            autoComplete="one-time-code"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyLabel={t('login.busy')}
      >
        {t('login.submit')}
      </Button>
    </form>
  );
}
