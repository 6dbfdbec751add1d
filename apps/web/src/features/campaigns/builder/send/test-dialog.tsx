import { mostColleagues } from '@waggle/contracts/campaign-checks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import type { TestSending } from './use-test.ts';

/** Who gets a test: the signed-in person always, and whoever is chosen of the team. */
export function TestDialog({ test }: { test: TestSending }) {
  const { t } = useTranslation('campaign-builder');
  const text = useUiText();
  const { email } = useUser();
  const [chosen, setChosen] = useState<string[]>([]);
  const toggle = (id: string, on: boolean) =>
    setChosen((before) => (on ? [...before, id] : before.filter((one) => one !== id)));
  return (
    <Dialog
      open
      onOpenChange={test.close}
      size="sm"
      title={t('test.send')}
      description={t('test.text', { email })}
      footer={
        <DialogFooter>
          <DialogClose>
            <Button>{text.cancel}</Button>
          </DialogClose>
          <Button variant="primary" onClick={() => void test.send(chosen)}>
            {t('test.send')}
          </Button>
        </DialogFooter>
      }
    >
      <fieldset className="flex max-h-72 flex-col gap-2.5 overflow-y-auto">
        <legend className="mb-2 text-sm font-[550] text-ink">{t('test.colleagues')}</legend>
        {test.colleagues.map(({ id, name, email: address }) => (
          <Checkbox
            key={id}
            label={name}
            description={address}
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= mostColleagues}
            onCheckedChange={(on) => toggle(id, on)}
          />
        ))}
      </fieldset>
    </Dialog>
  );
}
