import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Place } from '../blocks/places.ts';
import { useCanvas } from './canvas-context.ts';
import { KindMenu } from './kind-menu.tsx';

/** On the lower edge of the selected block. */
export function AddHere({ place }: { place: Place }) {
  const { t } = useTranslation('email-editor');
  const { commands } = useCanvas();
  return (
    <KindMenu
      list={place.list}
      place={place}
      onChoose={(kind) => commands.add(kind, place)}
      trigger={
        <button
          type="button"
          aria-label={t('block.addBelow')}
          className="absolute -bottom-3.5 left-1/2 z-3 grid size-7 -translate-x-1/2 place-items-center rounded-full bg-inverse text-on-inverse shadow-md focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus"
        >
          <Plus aria-hidden className="size-4" />
        </button>
      }
    />
  );
}
