type Dated = { on: string };
type Near<Mark> = { place: number; marks: [Mark, ...Mark[]] };

/** Of the width of the chart; nearer ones would cover each other on a phone. */
const apart = 0.06;

/** Marks by their place between the first point and the last; those too near to the one before share its place. */
export function nearMarks<Mark extends Dated>(
  days: readonly string[],
  marks: readonly Mark[],
  from = days[0]!,
): Near<Mark>[] {
  const [first, last] = [Date.parse(days[0]!), Date.parse(days.at(-1)!)];
  const near: Near<Mark>[] = [];
  for (const mark of marks.filter(({ on }) => on >= from && on <= days.at(-1)!)) {
    // The first point of a year stands for the six days before it as well.
    const place = Math.max(0, (Date.parse(mark.on) - first) / Math.max(1, last - first));
    const before = near.at(-1);
    if (before && place - before.place < apart) before.marks.push(mark);
    else near.push({ place, marks: [mark] });
  }
  return near;
}
