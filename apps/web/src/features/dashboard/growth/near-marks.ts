type Dated = { on: string };
type Near<Mark> = { place: number; marks: [Mark, ...Mark[]] };

/** Of the width of the chart; nearer ones would cover each other on a phone. */
const apart = 0.06;

/** Marks by their place between the first day and the last; those too near to the one before share its place. */
export function nearMarks<Mark extends Dated>(days: readonly string[], marks: readonly Mark[]): Near<Mark>[] {
  const near: Near<Mark>[] = [];
  for (const mark of marks) {
    const place = days.indexOf(mark.on) / Math.max(1, days.length - 1);
    const last = near.at(-1);
    if (last && place - last.place < apart) last.marks.push(mark);
    else if (place >= 0) near.push({ place, marks: [mark] });
  }
  return near;
}
