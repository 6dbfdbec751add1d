/** Where people of one version rest: a step of the program. */
export type Place = { automationId: string; version: number; step: number };

export const keyOf = ({ automationId, version, step }: Place): string => `${automationId}/${version}/${step}`;

/** The order in which places are locked, so that two who lock several do not wait for each other. */
export const inOrder = <Each extends Place>(places: Iterable<Each>): Each[] =>
  [...places].sort((one, other) => {
    if (one.automationId !== other.automationId) return one.automationId < other.automationId ? -1 : 1;
    return one.version - other.version || one.step - other.step;
  });
