import { useSearchParams } from 'react-router'

type Search = URLSearchParams | Record<string, string>
type Options = {
  /** The browser's back button leads to what was chosen before. */
  push?: boolean
  /** Another screen in place of this one (the form of what is shown, the next step): it begins at its top. */
  top?: boolean
}
type Choose = (next: Search | ((now: URLSearchParams) => Search), options?: Options) => void

/**
 * What a screen keeps in the search part of its address: filters, tabs, steps. A choice takes the place of the one
 * before in the browser's history and leaves the page where it is scrolled to.
 */
export function useSearchChoice(): [search: URLSearchParams, choose: Choose] {
  const [search, setSearch] = useSearchParams()
  const choose: Choose = (next, { push = false, top = false } = {}) =>
    setSearch(next, { replace: !push, preventScrollReset: !top })
  return [search, choose]
}
