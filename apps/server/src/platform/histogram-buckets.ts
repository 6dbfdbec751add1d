/** Seconds. What the SDK takes by itself is meant for milliseconds: every call would fall into its first bucket. */
export const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Imports and exports take minutes. */
export const jobBuckets = [...requestBuckets, 30, 60, 300];
export const pauseBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
