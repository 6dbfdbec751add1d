import type { ComponentProps, CSSProperties } from 'react';
import { cx } from './class-names.ts';

type SliderProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'min' | 'max' | 'step' | 'onChange'> & {
  value: number;
  min: number;
  max: number;
  step?: number | undefined;
  onValueChange: (value: number) => void;
};

/** A number between two bounds, by pointer or arrow keys. The native control, so every key works; the number stands beside it. */
export function Slider({ value, min, max, step = 1, onValueChange, className, ...rest }: SliderProps) {
  const share = max > min ? (value - min) / (max - min) : 0;
  return (
    <input
      {...rest}
      type="range"
      value={value}
      min={min}
      max={max}
      step={step}
      onChange={(event) => onValueChange(event.currentTarget.valueAsNumber)}
      style={{ '--share': `${share * 100}%` } as CSSProperties}
      className={cx('slider', className)}
    />
  );
}
