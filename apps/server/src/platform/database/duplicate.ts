/** For `.catch`: a unique key was hit, perhaps by somebody a moment faster. The transaction is lost and must end. */
export const onDuplicate =
  (problem: () => Error) =>
  (error: unknown): never => {
    throw isDuplicate(error) ? problem() : error;
  };

const isDuplicate = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';
