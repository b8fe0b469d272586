import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** An authenticator in software: it makes a P-256 key and signs with it, as WebAuthn level 3 says in §6. */
export function softAuthenticator(origin: string) {
  const id = randomBytes(16)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const client = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }
  return {
    id: named.id,
    /** @param flags 0x45: present, verified, with a key; 0x41: present only. */
    create({ challenge, rpId }: { challenge: string; rpId: string }, flags = 0x45) {
      // COSE_Key: kty EC2, alg ES256, crv P-256, x, y
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const data = Buffer.concat([head(rpId, flags, 0), Buffer.alloc(16), length(id), id, key])
      // {"fmt": "none", "attStmt": {}, "authData": bytes}
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        length(data),
        data,
      ])
      return {
        ...named,
        response: {
          clientDataJSON: client('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get({ challenge, rpId }: { challenge: string; rpId: string }, { flags = 0x05, count = 0 } = {}) {
      const clientData = client('webauthn.get', challenge)
      const data = head(rpId, flags, count)
      const digest = createHash('sha256').update(clientData).digest()
      return {
        ...named,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, digest]), privateKey).toString('base64url'),
        },
      }
    },
  }
}

const length = ({ length }: Buffer): Buffer => Buffer.from([length >> 8, length & 255])

function head(rpId: string, flags: number, count: number): Buffer {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(count)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter])
}
