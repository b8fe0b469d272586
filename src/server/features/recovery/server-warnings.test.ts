import { expect, it } from 'vitest'
import { serverWarnings } from './server-warnings.ts'

const good = { standbys: 1, asynchronous: 0, names: 'FIRST 1 (one)', commit: 'on', version: 170_004 }

it.each([
  ['nothing of a synchronous standby', {}, []],
  ['nothing of a server without one', { standbys: 0, names: '' }, []],
  ['a standby that no commit waits for', { names: '', asynchronous: 1 }, [/is asynchronous/]],
  ['the same where the role may not see its state', { names: '', asynchronous: null }, [/is asynchronous/]],
  ['one more beside the synchronous one', { standbys: 2, asynchronous: 1 }, [/do not promote it/]],
  ['commits that wait for no standby', { commit: 'local' }, [/is local/]],
  ['commits that wait for no disk', { commit: 'off' }, [/is off/]],
  ['an old server', { version: 150_018 }, [/older than PostgreSQL 16/]],
] as const)('says %s', (_, settings, expected) => {
  const found = serverWarnings({ ...good, ...settings })
  expect(found).toEqual(expected.map((sentence) => expect.stringMatching(sentence)))
})
