import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { PurchaseFileDialog } from './purchase-file-dialog.tsx';

export function PurchaseFile() {
  const { t } = useTranslation('revenue-settings');
  const [open, setOpen] = useState(false);
  return (
    <Card title={t('file.card')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-sm text-muted">{t('file.text')}</p>
        <Button icon={FileUp} size="sm" onClick={() => setOpen(true)}>
          {t('file.title')}
        </Button>
      </div>
      {open && <PurchaseFileDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}
