/** On the public address of the installation, by a name that nobody guesses. */
export const photoUrl = (name: string | null | undefined): string | null => (name ? `/f/${name}` : null);
