import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { useEditor } from '../../editor/editor-context.ts';
import { AddStep } from '../add-step.tsx';
import { KeysDialog } from '../keys-dialog.tsx';
import { ListContext } from './list-context.ts';
import { StepRows } from './step-rows.tsx';
import { TriggersRow } from './triggers-row.tsx';
import { useListKeys } from './use-list-keys.ts';

type StepListProps = { onEdit: () => void; isWide: boolean };

/** Every step in the order in which it is read. It does everything that the canvas does, by keyboard too. */
export function StepList({ onEdit, isWide }: StepListProps) {
  const { t } = useTranslation('automation-editor');
  const { document, readOnly, automation } = useEditor();
  const [adding, setAdding] = useState<string | null>(null);
  const [isHelping, setHelping] = useState(false);
  const press = useListKeys({ onEdit, onAdd: setAdding, onHelp: () => setHelping(true) });
  const index = document.steps.length;
  return (
    <ListContext value={{ onEdit, isWide, adding, setAdding }}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons inside come up to it */}
      <div
        data-scroll
        role="group"
        aria-label={t('list.label')}
        onKeyDown={press}
        className="min-h-0 flex-1 lg:overflow-y-auto"
      >
        {isWide && automation.version !== null && <ListHead />}
        <ol>
          <TriggersRow />
          <StepRows steps={document.steps} lane={null} depth={0} />
        </ol>
        {!readOnly && isWide && (
          <div className="px-7 py-3 max-xl:px-5">
            <AddStep
              place={{ lane: null, index }}
              trigger={
                <Button size="sm" variant="ghost" icon={Plus}>
                  {t('addStep')}
                </Button>
              }
            />
          </div>
        )}
      </div>
      {isHelping && <KeysDialog onClose={() => setHelping(false)} />}
    </ListContext>
  );
}

function ListHead() {
  const { t } = useTranslation('automation-editor');
  return (
    <div
      aria-hidden
      className="sticky top-0 z-1 flex h-8 items-center border-b border-line bg-sunken px-7 text-xs text-muted max-xl:px-5"
    >
      <span className="flex-1 pl-10">{t('list.step')}</span>
      <span className="w-20 text-right">{t('figures.arrived')}</span>
      <span className="w-24 text-right">{t('figures.here')}</span>
      <span className="w-16 text-right">{t('figures.left')}</span>
      <span className="w-36 pl-6">{t('figures.result')}</span>
    </div>
  );
}
