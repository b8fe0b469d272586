/** In the header of every screen: the sending number and its state. */
export function HeaderNumber() {
  return null
}

/** Under the header, while the provider is a stand-in: nothing leaves this machine. */
export function Practice() {
  return null
}
