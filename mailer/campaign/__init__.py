"""A campaign folder read into frozen values."""
