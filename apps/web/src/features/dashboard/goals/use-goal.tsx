import type { GoalMetric } from '@waggle/contracts/goals';
import { Target } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { MenuItem } from '#ui/menu.tsx';
import { GoalDialog } from './goal-dialog.tsx';
import { type ShownGoal, useGoals, useGoalWords } from './use-goal-words.ts';

type ChartWithGoal = {
  shown: ShownGoal | undefined;
  /** For the menu of the chart; nothing for those who only look. */
  item: ReactNode;
  /** For places without a menu. */
  open: (() => void) | undefined;
  label: string;
  dialog: ReactNode;
};

/** The goal of a chart's metric, and the way to set it. */
export function useGoal(metric: GoalMetric): ChartWithGoal {
  const { t } = useTranslation('goals');
  const shown = useGoalWords(metric);
  const goals = useGoals().data;
  const maySet = useHolds('goals:write') && goals !== undefined;
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const label = t(shown ? 'change' : 'set');
  return {
    shown,
    item: maySet && (
      <MenuItem key="goal" icon={Target} onSelect={open}>
        {label}
      </MenuItem>
    ),
    open: maySet ? open : undefined,
    label,
    dialog: goals && isOpen && <GoalDialog goals={goals} metric={metric} onClose={() => setOpen(false)} />,
  };
}
