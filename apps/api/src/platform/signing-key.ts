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
import { addOwnKey, backOr, OwnKeyProblem, readOwnKey } from './own-key-file.ts';

export interface SigningKey {
  /** SHA-256 of the public key, as hex: says which installation has signed. */
  id: string;
  /** DER (SubjectPublicKeyInfo), as Base64. */
  publicKey: string;
  /** Ed25519, as Base64. */
  sign(content: Uint8Array): string;
  verify(content: Uint8Array, signature: string): boolean;
}

/** Opens a key, or makes it. @param place the file; its folder is created if missing @throws OwnKeyProblem */
export async function openSigningKey(place: string): Promise<SigningKey> {
  const privateKey = keyOf(await readOrMake(place), place);
  const publicKey = createPublicKey(privateKey);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return {
    id: createHash('sha256').update(der).digest('hex'),
    publicKey: der.toString('base64'),
    sign: (content) => sign(null, content, privateKey).toString('base64'),
    verify: (content, signature) => verify(null, content, publicKey, Buffer.from(signature, 'base64')),
  };
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
