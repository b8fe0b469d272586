/** What a server says of how it keeps commits. */
export type ServerSettings = {
  standbys: number
  /** Of them those that commits do not wait for; null where the role may not see it. */
  asynchronous: number | null
  /** `synchronous_standby_names` */
  names: string
  /** `synchronous_commit` */
  commit: string
  /** `server_version_num` */
  version: number
}

/** What the operator has to know at a start. Pure. */
export function serverWarnings({ standbys, asynchronous, names, commit, version }: ServerSettings): string[] {
  const warnings: string[] = []
  if (standbys > 0 && names === '') {
    warnings.push(
      'a standby of the database is asynchronous: promoted, it lacks what was sent last. Set synchronous_standby_names; see docs/operations.md.',
    )
  } else if (asynchronous) {
    warnings.push(
      'a standby of the database is not in synchronous_standby_names: do not promote it, it lacks what was sent last; see docs/operations.md.',
    )
  }
  if (standbys > 0 && names !== '' && commit === 'local') {
    warnings.push(
      'synchronous_commit of the database is local: commits wait for no standby, and a promoted one lacks what was sent last. Set it to on; see docs/operations.md.',
    )
  }
  if (commit === 'off') {
    warnings.push(
      'synchronous_commit of the database is off: a crash loses what was sent last. Set it to on; see docs/operations.md.',
    )
  }
  // Before it, a changed column of a BRIN index keeps an update from staying in its page (HOT): here messages.claimed_at.
  if (version < 160_000) {
    warnings.push(
      'the database is older than PostgreSQL 16: each claim of a message writes into all indexes of its table; see docs/operations.md.',
    )
  }
  return warnings
}
