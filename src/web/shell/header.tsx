import { Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLogout, IconMenu2, IconMoon, IconSettings, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OwnAvatar } from '../components/avatar.tsx'
import { Brand } from '../components/brand.tsx'
import { IconButton } from '../components/forms/button.tsx'
import { Icon } from '../components/icon.tsx'
import { t } from '../messages/t.ts'
import { logout } from '../session/logout.ts'
import { useUser } from '../session/session.ts'

/** The bar on top of every screen: the sending number and its state, light or dark, and who is signed in. */
export function Header({
  number,
  menuOpen,
  onMenu,
}: {
  number: ReactNode
  menuOpen: boolean
  onMenu: () => void
}) {
  return (
    <header className="top">
      <IconButton
        className="menu"
        label={t('app.header.openMenu')}
        aria-controls="side"
        aria-expanded={menuOpen}
        onClick={onMenu}
      >
        <Icon of={IconMenu2} />
      </IconButton>
      <Brand to="/dashboard" />
      {number}
      <span className="grow" />
      <ThemeToggle />
      <Person />
    </header>
  )
}

/** Switches between light and dark, and remembers. */
function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return (
    <IconButton
      label={t('app.header.theme')}
      onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
    >
      <Icon of={scheme === 'dark' ? IconSun : IconMoon} />
    </IconButton>
  )
}

/** The person's name with the initial; a menu opens on hover, press or Enter. */
function Person() {
  const user = useUser()
  const name = user?.name || t('app.session.guest')
  // A tap counts as hovering, too: the menu would open again behind the choice.
  const hovers = useMediaQuery('(hover: hover)', true, { getInitialValueInEffect: false })
  return (
    <Menu trigger={hovers ? 'click-hover' : 'click'} openDelay={60} closeDelay={160} width="15rem">
      <Menu.Target>
        <button type="button" className="who">
          <OwnAvatar name={name} on={user?.avatar ?? true} />
          <span className="nm">{name}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="menu-hd">
          <div className="b">{name}</div>
          <div className="sm t3">{user?.email}</div>
        </div>
        <Menu.Item component={Link} to="/account-settings" leftSection={<Icon of={IconSettings} />}>
          {t('app.header.settings')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon of={IconLogout} />} onClick={() => void logout()}>
          {t('app.header.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
