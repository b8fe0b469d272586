import type { Endpoint, ResponseOf } from '#contract/endpoint.ts'
import { currentLanguage } from '#contract/messages/language.ts'
import { currentSession } from '../session/session.ts'
import { addressOf, type CallArguments, failure, send } from './api.ts'
import { networkError, parseObject, unreadableError } from './api-error.ts'

type UploadInput = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  /** Text fields, sent before the file so that the server has read them when the file begins. */
  fields?: Record<string, string>
  /** Without one the form has its text fields only. */
  file?: File
  /** The form's name for the file. */
  fileField?: string
}

/**
 * Sends a file as multipart/form-data and answers what the endpoint answers. `onProgress` gets the share of bytes
 * that have left this machine, 0 to 1. Throws an ApiError.
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: UploadInput,
  options: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<ResponseOf<E>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(input.fields ?? {})) form.append(name, value)
  if (input.file) form.append(input.fileField ?? 'file', input.file, input.file.name)
  const token = currentSession()?.token
  return new Promise((resolve, reject) => {
    // XMLHttpRequest, because fetch cannot say how much of the body has been sent.
    const request = new XMLHttpRequest()
    request.open(endpoint.method, addressOf(endpoint, input))
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('accept-language', currentLanguage())
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      const body = parseObject(request.responseText)
      if (request.status < 200 || request.status >= 300 || body?.success === false) {
        reject(failure(endpoint, request.status, request.responseText, token))
      } else if (body) resolve(body as ResponseOf<E>)
      else reject(unreadableError(request.status))
    }
    request.onerror = () => reject(networkError())
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/**
 * Fetches a file and hands it to the browser to save, under the name that the server gave or `fallbackName`.
 * Throws an ApiError.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  fallbackName: string,
  ...args: CallArguments<E>
): Promise<void> {
  const token = currentSession()?.token
  const parts: Blob[] = []
  let bytes = 0
  let name: string | null = null
  let tag: string | null = null
  for (let tries = 0; ; tries++) {
    const range = { range: `bytes=${bytes}-`, ...(tag && { 'if-range': tag }) }
    const response = await send(endpoint, args[0] as Record<string, unknown> | undefined, {
      headers: { accept: '*/*', ...(bytes > 0 && range) },
      token,
    })
    // All of it had come before the connection was cut.
    if (response.status === 416 && bytes > 0) break
    if (!response.ok) throw failure(endpoint, response.status, await response.text(), token)
    if (response.status !== 206) {
      parts.length = 0
      bytes = 0
    }
    tag = response.headers.get('etag')
    name ??= fileNameOf(response.headers.get('content-disposition'))
    try {
      for await (const part of response.body ?? []) {
        parts.push(new Blob([part]))
        bytes += part.byteLength
      }
      break
    } catch (error) {
      // A cut download goes on where it ended, where the server keeps the file.
      if (tries >= mostResumes || !tag || response.headers.get('accept-ranges') !== 'bytes') {
        throw networkError(error)
      }
    }
  }
  saveFile(new Blob(parts), name ?? fallbackName)
}

const mostResumes = 5

/** Hands bytes to the browser to save. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** The file name of a Content-Disposition header, the encoded form first (RFC 6266). */
export function fileNameOf(header: string | null): string | null {
  if (!header) return null
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded.trim())
    } catch (error) {
      if (!(error instanceof URIError)) throw error
    }
  }
  return /filename="([^"]*)"/i.exec(header)?.[1] ?? /filename=([^;]+)/i.exec(header)?.[1]?.trim() ?? null
}
