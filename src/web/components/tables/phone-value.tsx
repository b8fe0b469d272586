/** A value under its header; on a phone, which shows no headers, a phrase. */
export function PhoneValue({ phrase, children }: { phrase: string; children: string }) {
  return (
    <>
      <span className="hide-s">{children}</span>
      <span className="only-s">{phrase}</span>
    </>
  )
}
