import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import { NumberField } from '../../inspector/number-field.tsx';
import type { BackTesting, Rates } from './use-back-test.ts';

type RatesFormProps = { assumed: Rates; testing: BackTesting };

const inPercent = (share: number): number => Math.round(share * 100);

/** Other shares of opened and clicked emails, and the same once more with them. */
export function RatesForm({ assumed, testing }: RatesFormProps) {
  const { t } = useTranslation('automation-runs');
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = useState(() => inPercent(assumed.openRate));
  const [clicked, setClicked] = useState(() => inPercent(assumed.clickRate));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setOpen(false);
    testing.run({ rates: { openRate: opened / 100, clickRate: clicked / 100 } });
  };
  return (
    <Popover
      label={t('backTest.rates.title')}
      open={isOpen}
      onOpenChange={setOpen}
      className="w-72"
      trigger={
        <Button size="sm" className="mt-3">
          {t('backTest.rates.change')}
        </Button>
      }
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        <div className="grid grid-cols-2 gap-2">
          <NumberField label={t('backTest.rates.opened')} value={opened} min={0} max={100} onChange={setOpened} />
          <NumberField label={t('backTest.rates.clicked')} value={clicked} min={0} max={100} onChange={setClicked} />
        </div>
        <Button type="submit" variant="primary">
          {t('backTest.again')}
        </Button>
      </form>
    </Popover>
  );
}
