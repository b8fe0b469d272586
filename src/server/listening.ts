import { StartError } from './platform/errors.ts'

/** How this machine reaches what listens on an address. */
export function loopbackFor(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** The name that a browser on this machine reaches it by. */
export const nameHere = (host: string): string =>
  /^(0\.0\.0\.0|127\.0\.0\.1|::1?)$/.test(host) ? 'localhost' : loopbackFor(host)

/** Says what kept us from listening, where it is one of the settings. */
export function explainListening(variable: string, port: number, host: string): (error: Error) => never {
  return (error) => {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is taken by another program. Stop it, or set ${variable} to another port.`,
      )
    }
    if (code === 'EACCES') {
      throw new StartError(
        `This user may not listen on port ${port}. Set ${variable} to a port above 1023, or put a proxy before it.`,
      )
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new StartError(
        `${variable.replace('SANDBOX_', '').replace('PORT', 'HOST')} is ${host}, which is no address of this machine. Set it to one, or to 0.0.0.0 for all of them.`,
      )
    }
    throw error
  }
}
