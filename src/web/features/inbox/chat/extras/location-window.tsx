import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/messages/t.ts'
import type { Send } from '#web/offline/outbox.ts'
import { readCoordinates } from './coordinates.ts'
import { MessageForm } from './message-form.tsx'

/** A place: its coordinates, with a name and an address. */
export function LocationWindow({
  onClose,
  onSend,
}: {
  onClose: () => void
  onSend: (message: Send['message']) => void
}) {
  const [place, setPlace] = useState('')
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  return (
    <MessageForm
      title={t('chat.add.location')}
      help={t('chat.locationHelp')}
      message={() => ({
        type: 'location',
        ...(readCoordinates(place) ?? { latitude: Number.NaN, longitude: Number.NaN }),
        ...(name.trim() && { name }),
        ...(address.trim() && { address }),
      })}
      onClose={onClose}
      onSend={onSend}
    >
      {(faults) => (
        <>
          <TextInput
            label={t('chat.coordinates')}
            description={t('chat.coordinatesHelp')}
            data-autofocus
            inputMode="text"
            value={place}
            error={faults.latitude || faults.longitude ? t('chat.coordinatesWrong') : undefined}
            onChange={({ currentTarget: { value } }) => setPlace(value)}
          />
          <TextInput
            label={t('chat.placeName')}
            maxLength={1000}
            value={name}
            error={faults.name}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <TextInput
            label={t('chat.placeAddress')}
            maxLength={1000}
            value={address}
            error={faults.address}
            onChange={({ currentTarget: { value } }) => setAddress(value)}
          />
        </>
      )}
    </MessageForm>
  )
}
