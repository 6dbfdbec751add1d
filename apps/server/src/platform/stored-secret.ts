import { isReadable, type SecretPlace, type Secrets } from './secrets.ts';

export type SecretKind =
  | 'DKIM key'
  | 'connection password'
  | 'provider events secret'
  | 'shop secret'
  | 'webhook secret'
  | 'link key'
  | 'second factor'
  | 'recovery codes';

/** A secret at rest, as a rotation of keys sees it: never what it says. */
export type StoredSecret = {
  kind: SecretKind;
  id: string;
  /** Null for what belongs to the installation. */
  organizationId: string | null;
  /** The key it is encrypted under; `unknown` where the bytes do not name it and none that is set opens it. */
  keyId: string;
  isReadable: boolean;
  /** Encrypts it under the present key; false when somebody changed it in the meantime. */
  renew(): Promise<boolean>;
};

type Row = Pick<StoredSecret, 'kind' | 'id' | 'organizationId'> & { sealed: Buffer };

/** `replace` writes only where the old bytes still stand, so that a newer secret is never overwritten. */
export const storedSecret = (
  secrets: Secrets,
  place: SecretPlace,
  { sealed, ...row }: Row,
  replace: (fresh: Buffer) => Promise<boolean>,
): StoredSecret => ({
  ...row,
  keyId: secrets.keyIdOf(sealed),
  isReadable: isReadable(secrets, place, sealed),
  renew: () => replace(secrets.encrypt(place, secrets.decrypt(place, sealed))),
});
