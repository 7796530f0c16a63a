import { useState } from 'react'
import type { Box, SignerDraft } from '#features/signatures/drafts/draft.ts'
import type { DraftState } from '#features/signatures/drafts/use-draft.ts'
import { boxAt, freeBox } from './boxes.ts'

/** The boxes of all signers, and what can be done with them on the page that is shown. */
export function useBoxes({ draft: { signers }, change }: DraftState) {
  const [page, setPage] = useState(() => firstPage(signers))
  const [chosen, setChosen] = useState(signers[0]?.key)
  /** A box that was just made, and gets the focus. */
  const [fresh, setFresh] = useState<string>()
  const current = signers.find(({ key }) => key === chosen) ?? signers[0]
  const all = signers.flatMap((signer, place) => signer.boxes.map((box, index) => ({ signer, place, box, index })))

  const write = (signerKey: string, boxes: (old: Box[]) => Box[]) =>
    change({ signers: signers.map((one) => (one.key === signerKey ? { ...one, boxes: boxes(one.boxes) } : one)) })
  const put = (signerKey: string, box: Box) => {
    write(signerKey, (old) => [...old, box])
    setChosen(signerKey)
    setFresh(box.key)
  }
  return {
    page,
    setPage,
    current,
    choose: setChosen,
    fresh,
    shown: all.filter(({ box }) => box.page === page),
    /** Adds a box where there is room for it. */
    add: (signerKey: string) =>
      put(
        signerKey,
        freeBox(
          page,
          all.map(({ box }) => box),
        ),
      ),
    /** Adds a box of the chosen signer around a point. */
    addAt: (x: number, y: number) => current && put(current.key, boxAt(page, x, y)),
    alter: (signerKey: string, box: Box) =>
      write(signerKey, (old) => old.map((one) => (one.key === box.key ? box : one))),
    remove: (signerKey: string, key: string) => write(signerKey, (old) => old.filter((one) => one.key !== key)),
  }
}

/** Where the first box is; on the first page when there is none. */
function firstPage(signers: SignerDraft[]): number {
  const pages = signers.flatMap(({ boxes }) => boxes.map(({ page }) => page))
  return pages.length > 0 ? Math.min(...pages) : 1
}

export type Boxes = ReturnType<typeof useBoxes>
