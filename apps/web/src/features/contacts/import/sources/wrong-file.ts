/** Nothing in it, more than can be opened here, or not what its name says. */
export type SourceFault = 'empty' | 'bulky' | 'foreign';

/** A file that cannot become rows, and what is wrong with it. */
export class WrongFile extends Error {
  readonly fault: SourceFault;

  constructor(fault: SourceFault) {
    super(`The file is ${fault}.`);
    this.fault = fault;
  }
}
