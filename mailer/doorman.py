"""Whom and what the gate goes by: the campaign's roster, and whose word about a sender its settings trust."""

from typing import TYPE_CHECKING

from mailer.gate.roster import GateRoster, Token, Trust
from mailer.gate.roster import PlayerId as GatePlayer

if TYPE_CHECKING:
    from mailer.campaign.campaign import Campaign, TrustSettings


def gate_roster(campaign: "Campaign", secret: str) -> GateRoster:
    """Whom the gate knows, by the campaign's roster."""
    people = campaign.roster.players.values()
    return GateRoster(
        players={address: GatePlayer(one.id) for one in people if not one.is_dm for address in one.addresses},
        tokens={GatePlayer(one.id): tuple(map(Token, one.tokens)) for one in people if one.tokens},
        generations={GatePlayer(one.id): one.token_generation for one in people},
        dms={address: GatePlayer(one.id) for one in people if one.is_dm for address in one.addresses},
        ours=frozenset({campaign.settings.address}),
        secret=secret.encode(),
    )


def gate_trust(trust: "TrustSettings") -> Trust:
    """Whose word about a sender we take, by the campaign's settings."""
    exact = tuple(name for name in trust.authserv_ids if not name.startswith("."))
    suffix = next((name for name in trust.authserv_ids if name.startswith(".")), "")
    return Trust(
        exact,
        suffix,
        unnamed_results=trust.unnamed_results,
        spf_is_enough=trust.spf_is_enough,
        token_in_ids=True,  # our Message-IDs end in the player's token
        verify_dkim=trust.verify_dkim,
    )


def signed_by(raw: bytes) -> frozenset[str]:
    """The domains whose signature holds, where the campaign asks for it: dkimpy is imported for nobody else."""
    from mailer.gate.dkim import verified_domains

    return verified_domains(raw)
