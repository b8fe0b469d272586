/** The body of a call of the preparation. @throws Error where it was refused. */
export async function succeed<B>(call: Promise<{ status: number; body: B }>): Promise<B> {
  const { status, body } = await call
  if (status !== 200)
    throw new Error(`a call of the preparation was answered ${status}: ${JSON.stringify(body)}`)
  return body
}
