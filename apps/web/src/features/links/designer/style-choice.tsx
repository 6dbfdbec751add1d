import { cornerStyles, dotStyles, type QrDesign } from '@waggle/contracts/qr-design';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type ChoiceProps<Value extends string> = {
  legend: string;
  options: readonly { value: Value; label: string; drawing: ReactNode }[];
  value: Value;
  onValueChange: (value: Value) => void;
};

/** Small pictures to choose between; the word stands beneath. */
function PictureChoice<Value extends string>({ legend, options, value, onValueChange }: ChoiceProps<Value>) {
  const group = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium text-ink">{legend}</legend>
      <div className="grid grid-cols-3 gap-2.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex flex-col items-center gap-1.5 rounded-lg border border-line-strong bg-surface p-2.5 text-xs text-ink shadow-xs hover:bg-row-hover has-checked:border-control-on has-checked:ring-1 has-checked:ring-control-on has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-lg outline-none"
            />
            <svg aria-hidden viewBox="0 0 35 35" className="pointer-events-none size-9 fill-ink stroke-ink">
              {option.drawing}
            </svg>
            <span className="pointer-events-none">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Which modules of each of five lines are dark in the sample. */
const sample = [
  [0, 1, 3, 4],
  [1, 2, 4],
  [0, 1, 2, 3],
  [2, 3, 4],
  [0, 2, 3],
];

function DotSample({ dots }: { dots: QrDesign['dots'] }) {
  const [size, radius] = { square: [7, 0], rounded: [6.6, 1.8], dots: [5.6, 2.8] }[dots] as [number, number];
  return sample.flatMap((line, y) =>
    line.map((x) => (
      <rect key={`${x}-${y}`} x={x * 7} y={y * 7} width={size} height={size} rx={radius} stroke="none" />
    )),
  );
}

function CornerSample({ corners }: { corners: QrDesign['corners'] }) {
  const [outer, inner] = { square: [0, 0], rounded: [8, 4], circle: [15, 8] }[corners] as [number, number];
  return (
    <>
      <rect x="2.5" y="2.5" width="30" height="30" rx={outer} fill="none" strokeWidth="5" />
      <rect x="10" y="10" width="15" height="15" rx={inner} stroke="none" />
    </>
  );
}

type StyleProps<Name extends 'dots' | 'corners'> = {
  value: QrDesign[Name];
  onValueChange: (value: QrDesign[Name]) => void;
};

export function DotChoice(props: StyleProps<'dots'>) {
  const { t } = useTranslation('links');
  const options = dotStyles.map((value) => ({
    value,
    label: t(`designer.dots.${value}`),
    drawing: <DotSample dots={value} />,
  }));
  return <PictureChoice legend={t('designer.dotStyle')} options={options} {...props} />;
}

export function CornerChoice(props: StyleProps<'corners'>) {
  const { t } = useTranslation('links');
  const options = cornerStyles.map((value) => ({
    value,
    label: t(`designer.corners.${value}`),
    drawing: <CornerSample corners={value} />,
  }));
  return <PictureChoice legend={t('designer.cornerStyle')} options={options} {...props} />;
}
