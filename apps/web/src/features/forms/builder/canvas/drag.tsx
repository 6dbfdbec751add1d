import type { FormFieldType } from '@waggle/contracts/form-definition';
import { GripVertical } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { DragArea, useDragSource } from '#ui/drag-area.tsx';
import { useBuilder } from '../builder-context.ts';
import { fieldIcons, useAddField } from '../field-kinds.ts';
import { type FieldDrop, findFieldDrop, findOptionDrop } from './drop-place.ts';

/** A field of the form, a new one from the palette, or an option of the selected field. */
type Dragged =
  | { what: 'field'; type: FormFieldType; id: string | null; label: string }
  | { what: 'option'; fieldId: string; index: number; label: string };

type FormDragAreaProps = { root: RefObject<HTMLElement | null>; children: ReactNode };

/** Dragging with a mouse or a finger. The keyboard has its own way on the handle of a field. */
export function FormDragArea({ root, children }: FormDragAreaProps) {
  const { state, commands } = useBuilder();
  const add = useAddField();
  const drop = (dragged: Dragged, { place }: FieldDrop) => {
    if (dragged.what === 'option') moveOption(dragged, place.index);
    else if (dragged.id === null) add(dragged.type, place);
    else commands.move(dragged.id, place);
  };
  const moveOption = ({ fieldId, index, label }: Extract<Dragged, { what: 'option' }>, to: number) => {
    const field = state.history.present.fields.find(({ id }) => id === fieldId);
    if (!field) return;
    const without = field.options.toSpliced(index, 1);
    commands.change(fieldId, { options: without.toSpliced(to > index ? to - 1 : to, 0, label) });
  };
  return (
    <DragArea<Dragged, FieldDrop>
      find={({ what }, point) => {
        if (!root.current) return null;
        return what === 'option' ? findOptionDrop(root.current, point) : findFieldDrop(root.current, state.page, point);
      }}
      onDrop={drop}
      Label={Label}
    >
      {children}
    </DragArea>
  );
}

function Label({ dragged }: { dragged: Dragged }) {
  const { t } = useTranslation('form-builder');
  const Icon = dragged.what === 'field' ? fieldIcons[dragged.type] : GripVertical;
  const kind = dragged.what === 'field' ? t(`kinds.${dragged.type}`) : '';
  return (
    <>
      <Icon className="size-4" />
      <span className="max-w-48 truncate">{dragged.label || kind}</span>
    </>
  );
}

type Source = { id: string; dragged: Dragged; disabled: boolean };

/** What takes a field or an option along when it is pulled. */
export const useFormDrag = (source: Source) => useDragSource<Dragged>(source);
