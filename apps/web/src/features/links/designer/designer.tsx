import { useIsPhone } from '#ui/use-media-query.ts';
import { PresetsBar } from '../presets/presets-bar.tsx';
import { DesignFields } from './design-fields.tsx';
import type { DesignProps } from './design-props.ts';
import { DesignPicture, PreviewProblem } from './design-picture.tsx';
import { ReadabilityChecks, ReadabilityVerdict } from './readability-meter.tsx';
import type { Preview } from './use-preview.ts';

type DesignerProps = DesignProps & { preview: Preview };

/** The choices at the left, what becomes of them at the right. */
export function Designer(props: DesignerProps) {
  const isPhone = useIsPhone();
  const { preview, ...fields } = props;
  if (isPhone) return <PhoneDesigner {...props} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_17rem] gap-7 pt-1">
      <div className="flex min-w-0 flex-col gap-5">
        <PresetsBar {...props} />
        <DesignFields {...fields} />
      </div>
      <div>
        {preview.drawing.isError ? (
          <PreviewProblem preview={preview} />
        ) : (
          <div className="sticky top-0 flex flex-col gap-4">
            <DesignPicture preview={preview} />
            <ReadabilityVerdict preview={preview} />
            <ReadabilityChecks preview={preview} />
          </div>
        )}
      </div>
    </div>
  );
}

/** The picture and the verdict stay in sight while the choices scroll beneath. */
function PhoneDesigner({ preview, ...fields }: DesignerProps) {
  if (preview.drawing.isError) return <PreviewProblem preview={preview} />;
  return (
    <>
      <div className="sticky top-0 z-(--z-sticky) -mx-5 mb-4 flex items-center gap-4 border-b border-line bg-raised px-5 pb-3">
        <DesignPicture preview={preview} className="w-28 shrink-0" />
        <ReadabilityVerdict preview={preview} />
      </div>
      <div className="flex flex-col gap-5">
        <PresetsBar {...fields} preview={preview} />
        <DesignFields {...fields} />
      </div>
      <div className="mt-5">
        <ReadabilityChecks preview={preview} />
      </div>
    </>
  );
}
