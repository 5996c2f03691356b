/** The key that signs an installation's own files. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { addOwnKey, backOr, noSuchKey, OwnKeyProblem, readOwnKey, replaceOwnKey } from './own-key-file.ts';

export interface SigningKey {
  /** SHA-256 of the public key, as hex: says which installation has signed. */
  id: string;
  /** Whether an id is that of this key, or of a former one that is still accepted. */
  isKnown(id: string): boolean;
  /** DER (SubjectPublicKeyInfo), as Base64. */
  publicKey: string;
  /** Ed25519, as Base64. */
  sign(content: Uint8Array): string;
  /** Whether this key has signed it, or a former one that is still accepted. */
  verify(content: Uint8Array, signature: string): boolean;
}

/** Opens a key, or makes it. @param place the file; its folder is created if missing @throws OwnKeyProblem */
export async function openSigningKey(place: string): Promise<SigningKey> {
  const privateKey = keyOf(await readOrMake(place), place);
  const publicKey = createPublicKey(privateKey);
  const accepted = [publicKey, ...(await readFormer(place))];
  return {
    id: idOf(publicKey),
    isKnown: (id) => accepted.some((key) => idOf(key) === id),
    publicKey: derOf(publicKey).toString('base64'),
    sign: (content) => sign(null, content, privateKey).toString('base64'),
    verify: (content, signature) =>
      accepted.some((key) => verify(null, content, key, Buffer.from(signature, 'base64'))),
  };
}

const derOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });
const idOf = (key: KeyObject): string => createHash('sha256').update(derOf(key)).digest('hex');

/** Public keys in PEM, one after another. */
const formerOf = (place: string): string => place.replace(/\.pem$/, '-former.pem');

async function readFormer(place: string): Promise<KeyObject[]> {
  const former = formerOf(place);
  const text = (await readOwnKey(former))?.toString() ?? '';
  try {
    return (text.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? []).map((pem) =>
      createPublicKey(pem),
    );
  } catch (cause) {
    throw new OwnKeyProblem(`${former} holds something else than public keys. Put it back from a backup.`, {
      cause,
    });
  }
}

/**
 * Puts another key in the place of one. Programs that have the former one open go on with it until they start again.
 * @param keepFormer whether what the former ones have signed is still accepted: not if somebody else may have one
 * @throws OwnKeyProblem
 */
export async function rotateSigningKey(
  place: string,
  { keepFormer }: { keepFormer: boolean },
): Promise<void> {
  const present = await readOwnKey(place);
  if (!present) throw noSuchKey(place);
  const former = keepFormer ? [createPublicKey(keyOf(present, place)), ...(await readFormer(place))] : [];
  const { privateKey } = generateKeyPairSync('ed25519');
  // First, so that a rotation that breaks off here only accepts the key that is still in use.
  await replaceOwnKey(
    formerOf(place),
    former.map((key) => key.export({ type: 'spki', format: 'pem' })).join(''),
  );
  await replaceOwnKey(place, privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

async function readOrMake(place: string): Promise<Buffer> {
  const known = await readOwnKey(place);
  if (known) return known;
  const { privateKey } = generateKeyPairSync('ed25519');
  await addOwnKey(place, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return (await readOwnKey(place)) ?? readOrMake(place);
}

function keyOf(content: Buffer, place: string): KeyObject {
  try {
    const key = createPrivateKey(content);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below.
  }
  const loss = 'What the former key has signed is then not accepted any more.';
  throw new OwnKeyProblem(`${place} is no key that signs. ${backOr(place)} ${loss}`);
}
